from infra.bundled_node import use_bundled_node

use_bundled_node()  # before any module of this package imports aws_cdk: jsii starts its kernel at import
