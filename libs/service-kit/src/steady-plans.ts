/**
 * Settings of a connection whose statements go by an index, a few rows at a time, whatever the statistics of the hour say of large tables: the plan that is
 * right for few rows is right for many here, and the others are ruinous when the statistics are late.
 */
export const steadyPlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
} as const
