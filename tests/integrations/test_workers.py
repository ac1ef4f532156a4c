"""Real worker processes read pull requests by each broker, and what a killed one left is read by the next."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from integrations.domain.pull_requests import State
from integrations.models import GitHubConnection, PullRequest
from tests.cast import make_cast
from tests.integrations.fake_github import FakeGitHub, troubles
from tests.integrations.running_workers import (
    RABBITMQ,
    REDIS_SERVER,
    Broker,
    Redis,
    Worker,
    answers,
    wait_for,
)
from tests.integrations.sync.scenes import Scene, scene_of

pytestmark = pytest.mark.django_db(transaction=True)

READ_CONNECTION = "integrations.read_connection"
READ_DUE = "integrations.read_due"
READ_SECONDS = 30


@pytest.fixture
def scene(github: FakeGitHub, transactional_db: None, settings: Settings) -> Scene:
    """An account with two pull requests on GitHub, committed."""
    made = scene_of(github, make_cast(), settings)
    made.remote(1)
    made.remote(2)
    return made


@pytest.fixture
def rabbitmq() -> Iterator[Broker]:
    if not answers(RABBITMQ):
        pytest.skip("no RabbitMQ answers on 127.0.0.1:5672")
    broker = Broker(RABBITMQ)
    yield broker
    broker.drop()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    if REDIS_SERVER is None:
        pytest.skip("there is no redis-server to start")
    server = Redis(tmp_path)
    server.start()
    yield server
    server.stop()


def unread() -> int:
    return PullRequest.objects.filter(state=State.UNKNOWN.value).count()


def killed_while_reading(scene: Scene, broker: Broker, worker: Worker) -> None:
    """The worker reads the first; it is killed while GitHub takes its time with the second."""
    worker.ready()
    scene.link(1)
    broker.send(READ_CONNECTION, scene.connection.pk)
    wait_for(lambda: unread() == 0, READ_SECONDS, lambda: worker.output)
    gate = troubles.Gate()
    scene.github.will(gate)
    scene.link(2)
    broker.send(READ_CONNECTION, scene.connection.pk)
    assert gate.arrived.wait(READ_SECONDS), worker.output
    worker.kill()
    gate.opened.set()
    assert unread() == 1
    # Nobody else reads while the dead one's hold lasts; then the two minutes are over.
    assert GitHubConnection.objects.filter(reading_until__gt=timezone.now()).exists()
    GitHubConnection.objects.update(reading_until=timezone.now() - timedelta(seconds=1))


def test_rabbitmq_gives_a_killed_workers_task_to_the_next(
    scene: Scene, rabbitmq: Broker, tmp_path: Path
) -> None:
    with Worker(rabbitmq, tmp_path, pool="prefork") as first:
        killed_while_reading(scene, rabbitmq, first)
    with Worker(rabbitmq, tmp_path, pool="prefork") as second:
        wait_for(lambda: unread() == 0, READ_SECONDS, lambda: second.output)


def test_redis_gives_a_killed_workers_task_to_the_next_and_may_be_restarted(
    scene: Scene, redis: Redis, tmp_path: Path
) -> None:
    # The settings have five minutes, and a worker looks for such tasks every hundred seconds.
    often = {"unacked_restore_interval": 1, "unacked_restore_throttle": 1}
    broker = Broker(redis.url, visibility_timeout=2, **often)
    with Worker(broker, tmp_path, pool="prefork") as first:
        killed_while_reading(scene, broker, first)
    with Worker(broker, tmp_path, pool="prefork") as second:
        wait_for(lambda: unread() == 0, READ_SECONDS, lambda: second.output)
        scene.remote(3)
        scene.link(3)
        redis.stop()
        redis.start()
        broker.send(READ_CONNECTION, scene.connection.pk)
        wait_for(lambda: unread() == 0, READ_SECONDS, lambda: second.output)


def test_redis_keeps_a_task_over_a_restart_that_no_worker_has_taken(
    scene: Scene, redis: Redis, tmp_path: Path
) -> None:
    broker = Broker(redis.url)
    scene.link(1)
    broker.send(READ_CONNECTION, scene.connection.pk)
    redis.stop()
    redis.start()
    with Worker(broker, tmp_path, pool="prefork") as worker:
        wait_for(lambda: unread() == 0, READ_SECONDS, lambda: worker.output)


def test_what_the_folder_queue_forgot_with_a_killed_worker_the_due_list_knows(
    scene: Scene, tmp_path: Path
) -> None:
    messages, control = tmp_path / "messages", tmp_path / "control"
    folders = {"data_folder_in": str(messages), "data_folder_out": str(messages)}
    broker = Broker("filesystem://localhost/", **folders, control_folder=str(control))
    for folder in (messages, control):
        folder.mkdir()
    with Worker(broker, tmp_path, pool="threads") as first:
        killed_while_reading(scene, broker, first)
    # It is taken and gone; the scheduler sends this one every half minute.
    assert list(messages.iterdir()) == []
    broker.send(READ_DUE)
    with Worker(broker, tmp_path, pool="threads") as second:
        wait_for(lambda: unread() == 0, READ_SECONDS, lambda: second.output)
