"""Judging: reviews, asks and the moves of a document."""

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    """The `reviews` app."""

    name = "reviews"
