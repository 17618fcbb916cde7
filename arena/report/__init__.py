"""What people read: the terminal, Markdown, JUnit, one static page."""
