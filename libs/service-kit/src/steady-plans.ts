/**
 * Connection settings that force index plans. All statements of the connection read a few rows, and
 * other plans would be ruinous while the statistics of large tables are old.
 */
export const steadyPlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
} as const
