"""Tests of the rules, by rule number."""
