"""From definition to states; every refusal of CreateStateMachine."""
