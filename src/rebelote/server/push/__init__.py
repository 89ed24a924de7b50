"""Web push: subscriptions of browsers, encryption, delivery, and who is notified of what."""
