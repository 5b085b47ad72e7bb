"""Tables: what happens at them, who sees what, and the hall that holds them."""
