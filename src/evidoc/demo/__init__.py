"""Documents that evidoc brings: two papers, an annual filing, a table of sites and a handbook chapter, all invented."""
