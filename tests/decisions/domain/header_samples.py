"""One header of each dialect."""

FRONT_MATTER = """---
eip: 0161
title: "Queues: a second look"
status: Last Call
created: 2024-02-30
authors: [ana, bo]
---

# Something else

* Status: Draft
"""

RFC_822 = """PEP: 9042
Title: A title that goes on
       over two lines
Author: Ana <ana@example.org>
Status: Provisional
Type: Standards Track
Created: 03-Mar-2031

Abstract
========

Status: not this one
"""

WIKI_PRE = """RECENT CHANGES:
* (3 Mar 2031) Moved a comma

<pre>
  BIP: 7001
  Title: Quiet handshakes
  Authors: Ana <ana@example.org>
           Status: Bo <bo@example.org>
  Status: Complete
  Assigned: 2031-03-03
</pre>

== Abstract ==
"""

FENCED = """```
  BIP: 7002
  Title: Louder handshakes
  Status: Draft
  Created: 2031-03-04
```

## Abstract
"""

BULLETS_BELOW = """# Borrow a `Bicycle` by value

* Proposal: [SE-0907](0907-bicycles.md)
* Authors: [Ana](https://example.org/ana)
* Status: **Implemented (Wheels 2.2)**
* Previous Revision: [1](https://example.org/1)

## Introduction

* Status: not this one
"""

BULLETS_ABOVE = """- Feature Name: `folding_bicycles`
- Start Date: 2031-03-05
- RFC PR: [wheels/rfcs#8001](https://example.org/8001)

# Summary

Status: not this one
"""

NO_TITLE = """
- Start Date: 2031-03-06
- RFC PR: https://example.org/63

# Summary

Fold it.
"""

NYGARD = """<!-- a note to the linter -->

# 7. Keep bicycles indoors

Date: 2031-03-07 (_updated later_)

## Status

Deprecated (nothing took its place)

## Context

Rain.
"""

BOLD_LIST = """Bicycle racks
=============

- **Status:** Active
- **Status: twice** is not read
- **Last Modified:** 2031-03-08
- **Date:** 2031-03-09

## Decision
"""

CHINESE_TABLE = """# 一、概述

| 任务名称 | 自行车停放 |
| --- | --- |
| 提交时间<input type="checkbox"> | 2031-03-10<br> |
| 状态 | 评审中 |

## 1、背景
"""

KEP_YAML = """title: Park at night
kep-number: 0000
owning-sig: sig-wheels
status: implementable
creation-date: 2031-14-05
see-also:
  - "/keps/sig-wheels/1-day"
"""

ASCIIDOC = """= Ring before passing
Ana <ana@example.org>
:status: Accepted
:date: 2031-03-11

----
== Status
Rejected
----
"""

RST_TITLE = """.. a comment

**************
Lights at dusk
**************

:Status: Draft
:Date: 2031-03-12

Why
===
"""

SAMPLES = (
    FRONT_MATTER,
    RFC_822,
    WIKI_PRE,
    FENCED,
    BULLETS_BELOW,
    BULLETS_ABOVE,
    NO_TITLE,
    NYGARD,
    BOLD_LIST,
    CHINESE_TABLE,
    KEP_YAML,
    ASCIIDOC,
    RST_TITLE,
)
