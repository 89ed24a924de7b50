"""Web push: subscriptions of browsers, encryption, delivery, and notifications."""
