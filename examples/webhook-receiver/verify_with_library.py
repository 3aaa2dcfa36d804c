from standardwebhooks import Webhook  # pip install standardwebhooks


def verified(secret, headers, body):
    """The same with the library; returns the content. Raises if the message is not genuine: catch Exception.
    For a malformed signature 1.1.0 raises ValueError or binascii.Error, not WebhookVerificationError."""
    return Webhook(secret.strip()).verify(body, headers)
