def required_sections(kind):
    return ()


def template_for(kind):
    return ""


def fill(template, **kw):
    return template
