"""What one API call goes through."""
