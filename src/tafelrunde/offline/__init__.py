"""The table without a server: a house for one device, which answers what the server would
answer.
"""
