-- Lets a partner connect to the endpoint.
GRANT CONNECT ON ENDPOINT::{Endpoint} TO {Account};
