/** Environment variable with the address of the PostgreSQL that all test files share. */
export const postgresVariable = 'RESTANTE_TEST_POSTGRES'
