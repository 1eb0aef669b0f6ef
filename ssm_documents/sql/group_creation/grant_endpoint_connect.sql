-- Lets a partner connect to the endpoint of Availability Groups.
GRANT CONNECT ON ENDPOINT::{Endpoint} TO {Account};
