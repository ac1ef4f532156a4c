"""Findings: what a reader should know is wrong with a text. Saving is never refused for one."""

from decisions.domain.findings.finder import MAX_FINDINGS, FindingsResult, find
from decisions.domain.findings.model import Finding, Rule, Severity
from decisions.domain.findings.rules import RULES

__all__ = ["MAX_FINDINGS", "RULES", "Finding", "FindingsResult", "Rule", "Severity", "find"]
