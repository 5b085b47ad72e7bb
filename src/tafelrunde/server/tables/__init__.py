"""Tables: what happens at them, who sees what of it, and the hall in which they stand."""
