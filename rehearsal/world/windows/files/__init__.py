"""Files and folders of the modelled Windows: who holds them open, whose they are, who may do what to them."""
