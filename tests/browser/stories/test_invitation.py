"""The first story: somebody is invited, makes a sign-in on a phone, and comes back to a home that knows them."""

from django.core import mail
from playwright.sync_api import expect

from spaces.domain.roles import Role
from spaces.models import Membership
from tests.browser.stories.windows import Album, Stage
from tests.browser.walking import PHONE, wider
from tests.spaces.invited import link

PASSWORD = "an entirely different one"


def test_somebody_who_is_invited_makes_a_sign_in_and_comes_home(stage: Stage, album: Album) -> None:
    stage.cast.document("Queue limits")
    manager = stage.window_of("manager")
    manager.get_by_role("region", name="Your accounts").get_by_role("link", name="Acme").click()
    manager.get_by_role("link", name="Invite somebody").click()
    manager.get_by_label("E-mail").fill("nina@example.com")
    manager.get_by_label("Role").select_option("member")
    album(manager, "invite")
    manager.get_by_role("button", name="Send").click()
    expect(manager.get_by_text("The invitation of nina@example.com is on its way.")).to_be_visible()
    album(manager, "invited")
    (sent,) = mail.outbox
    assert sent.to == ["nina@example.com"]

    nina = stage.window_of("visitor", at=link(), size=PHONE)
    expect(nina.get_by_role("heading", name="Join Acme")).to_be_visible()
    album(nina, "join")
    nina.get_by_label("Your name here").fill("nina")
    nina.get_by_label("Password").fill(PASSWORD)
    nina.get_by_role("button", name="Make my sign-in and join").click()
    expect(nina.get_by_role("heading", name="Members")).to_be_visible()
    assert wider(nina) == []
    album(nina, "joined")

    nina.get_by_role("button", name="Menu", exact=True).click()
    nina.locator("summary", has_text="nina").click()
    album(nina, "menu")
    nina.get_by_role("button", name="Sign out").click()
    expect(nina.get_by_role("heading", name="Sign in")).to_be_visible()
    nina.locator("#id_login").fill("nina")
    nina.get_by_label("Password").fill(PASSWORD)
    album(nina, "sign-in")
    nina.get_by_role("button", name="Sign in", exact=True).click()
    expect(nina.get_by_role("region", name="Your accounts").get_by_role("link", name="Acme")).to_be_visible()
    expect(nina.get_by_role("region", name="Changed lately").get_by_text("Queue limits")).to_be_visible()
    assert wider(nina) == []
    album(nina, "home")

    manager.reload()
    expect(manager.get_by_role("row", name="nina")).to_contain_text("member")
    expect(manager.get_by_text("None. Whoever is not here yet can be invited by e-mail.")).to_be_visible()
    album(manager, "member")
    assert Membership.objects.get(account=stage.cast.account, user__username="nina").role == Role.MEMBER
