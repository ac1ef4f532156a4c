# ruff: noqa: E501 - each text is one line, as it would be typed
"""Texts that try to run a script, each in its own way; what one runs leaves a mark on the page."""

MARK = "taken"
_RUN = f"window.{MARK}=1;alert('{MARK}')"

CLASSICS = (
    f"<script>{_RUN}</script>",
    f"<SCRIPT src=//127.0.0.1:9/x.js></SCRIPT><scr<script>ipt>{_RUN}</scr</script>ipt>",
    f'<img src=x onerror="{_RUN}"><img src="x" alt="`" onerror=`{_RUN}`>',
    f'"><svg/onload="{_RUN}"><circle r=9 /></svg>',
    f'<svg><animate onbegin="{_RUN}" attributeName=x dur=1s></svg><svg><script>{_RUN}</script></svg>',
    f'<math><mtext><table><mglyph><style><img src=x onerror="{_RUN}"></style></mglyph></table></mtext></math>',
    f'<noscript><p title="</noscript><img src=x onerror={MARK}=1>"></noscript>',
    f'<a href="javascript:{_RUN}">a</a> <a href="java&#x0A;script:{_RUN}">b</a> <a href=" javascript:{_RUN}">c</a>',
    f"[link](javascript:{_RUN.replace('(', '%28').replace(')', '%29')}) ![x](javascript:1) <javascript:{MARK}>",
    f"[x]: javascript:{MARK}\n[x] [y](data:text/html;base64,PHNjcmlwdD48L3NjcmlwdD4=)",
    f'<iframe srcdoc="<script>parent.{MARK}=1</script>"></iframe><iframe src="javascript:parent.{MARK}=1">',
    f'<object data="data:text/html,<script>{_RUN}</script>"></object><embed src="javascript:{MARK}=1">',
    f'<form action="javascript:{_RUN}"><input type=submit autofocus onfocus="{_RUN}"><button formaction="javascript:{MARK}=1">go</button></form>',
    f'<details open ontoggle="{_RUN}"><summary onpointerenter="{_RUN}">x</summary></details><marquee onstart="{_RUN}">m</marquee>',
    f'<body onload="{_RUN}"><video><source onerror="{_RUN}"></video><audio src=x onerror="{_RUN}"></audio>',
    '<style>@import "//127.0.0.1:9/x.css"; * { background: url(//127.0.0.1:9/x) }</style><link rel=stylesheet href=//127.0.0.1:9/y.css>',
    '<base href="//127.0.0.1:9/"><meta http-equiv="refresh" content="0;url=//127.0.0.1:9/">',
    f'<div x-data x-init="{_RUN}" hx-get="/console/" hx-trigger="load" hx-on::load="{_RUN}">d</div>',
    f"{{{{ constructor.constructor('{MARK}=1')() }}}} ${{{_RUN}}} <% {_RUN} %>",
    f"</textarea></title></style></article></main><script>{_RUN}</script>",
    f"<div id=page name=page data-theme=dark><a id=frame data-sidebar popovertarget=sidebar>{MARK}</a></div><img name=cookie src=x>",
    f'`</code><script>{_RUN}</script>` | <b onclick={MARK}=1>x</b>\n\n```html"onmouseover={MARK}=1\n<script>{_RUN}</script>\n```',
)

# In one line, for names and titles.
ONE_LINE = tuple(" ".join(each.split())[:120] for each in CLASSICS)

DIAGRAM = f"""graph TD
  A["<img src=x onerror={MARK}=1>"] --> B["<script>{MARK}=1</script>"]
  click A "javascript:{MARK}=1"
  click B call alert("{MARK}")
"""
