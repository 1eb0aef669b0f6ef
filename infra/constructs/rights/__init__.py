"""IAM statements: what functions, documents and people may do, each with the narrowest resources and conditions."""
