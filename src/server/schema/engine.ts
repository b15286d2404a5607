/** The database underneath. Only migrations may ask: every other query is the same for both. */
export type Engine = 'sqlite' | 'postgres'
