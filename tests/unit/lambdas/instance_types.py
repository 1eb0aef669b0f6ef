"""What EC2 says of instance types, as evidence has it."""

from typing import Any

GB = 10**9
SIZES = {
    "r5d.4xlarge": (300, 300),
    "r5d.8xlarge": (600, 600),
    "r6id.4xlarge": (950,),
    "r5d.large": (75,),
    "r5.4xlarge": (),
}


def facts(name: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "architectures": ["x86_64"],
        "virtualizations": ["hvm"],
        "xen": False,
        "needsEna": True,
        "interfacesMax": 8,
        "addressesMax": 30,
        "disks": [{"bytes": size * GB} for size in SIZES[name]],
        **more,
    }


def wanted_type(name: str = "r5d.8xlarge", **more: Any) -> dict[str, Any]:
    """Of a node that is an r5d.4xlarge now. `facts`: of the wanted type; `instance`: of the node."""
    about, instance = more.pop("facts", {}), more.pop("instance", {})
    return {
        "name": name,
        "wanted": facts(name, **about),
        "present": facts("r5d.4xlarge"),
        "former": None,
        "offered": True,
        "reservations": [],
        "instance": {
            "architecture": "x86_64",
            "virtualization": "hvm",
            "ena": True,
            "interfaces": 1,
            "addresses": 3,
            "reservation": None,
            "onlyReserved": False,
            **instance,
        },
        **more,
    }
