from integrations.models.notices import Digest, Notice, NoticePreference

__all__ = ["Digest", "Notice", "NoticePreference"]
