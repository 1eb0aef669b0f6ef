"""An instance that a DBA launches while a story is under way: a computer of the domain with SQL Server.

As it is before the README's first step for a node: blank EBS volumes, instance store, SQL Server with its system
databases and tempdb on the system drive, Always On enabled, in no failover cluster.
"""

from __future__ import annotations

from rehearsal.scenarios.new_instance import new_instance, run_windows
from rehearsal.world.ec2.instance_types import INSTANCE_TYPES
from rehearsal.world.sql.preset import ENGINE_PROCESS, TEMPDB_ON_EBS, grant_folder
from rehearsal.world.sql.server.sql_server import SqlServer
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.system.services import ServiceState, StartMode
from tests.attacks.attacked_cluster import Attacked


def launch(scene: Attacked, computer: str, *, name: str | None = None) -> WindowsHost:
    """The new instance runs; the scene knows it by `name` (the computer's by default), and so does its tag Name."""
    world, cluster = scene.cluster.world, scene.cluster
    label = name or computer
    kind = INSTANCE_TYPES[cluster.story.instance_type]
    instance = new_instance(world, kind, zone="eu-west-1c", private_ip="10.0.9.10", tags={"Name": label})
    host = WindowsHost(world, computer)
    run_windows(host, instance)
    cluster.instances[label], cluster.hosts[label] = instance, host
    _install_sql_server(scene, host)
    return host


def volumes_of(host: WindowsHost) -> dict[str, str]:
    """Device -> id of its EBS volumes."""
    assert host.instance is not None
    return {str(volume.device): volume.id for volume in host.instance.volumes}


def join_failover_cluster(scene: Attacked, host: WindowsHost) -> None:
    """Add-ClusterNode on a node that is left: the computer becomes a node and joins."""
    node = scene.cluster.failover_cluster.add_node(host)
    host.services["ClusSvc"].state = ServiceState.RUNNING
    node.join()


def _install_sql_server(scene: Attacked, host: WindowsHost) -> None:
    server = SqlServer(scene.cluster.world, host, scene.cluster.failover_cluster, tempdb_folder=TEMPDB_ON_EBS)
    server.endpoint, server.endpoint_started = None, False
    server.install_files()
    grant_folder(host, TEMPDB_ON_EBS, server.service_account)
    server.run_from_the_start()
    service = host.services[server.service_name]
    service.state, service.start_mode, service.pid = ServiceState.RUNNING, StartMode.AUTOMATIC, ENGINE_PROCESS
