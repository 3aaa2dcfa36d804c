from standardwebhooks import Webhook  # pip install standardwebhooks


def verified(secret, headers, body):
    """The same with the library. Raises WebhookVerificationError if the message is not genuine; returns its content."""
    return Webhook(secret).verify(body, headers)
