"""Review of finished deals: what each call and card cost, in the deal as it lay and as far as the
seat could know."""
