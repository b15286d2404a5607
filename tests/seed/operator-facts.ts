/** Options about the operator of an example service. */
export const operatorFacts = {
  REPORT_MAIL: 'abuse@example.eu',
  OPERATOR_NAME: 'Example Transfers GmbH',
  OPERATOR_ADDRESS: 'Hauptstraße 1, 10115 Berlin, Germany',
  OPERATOR_DETAILS: 'Registered at Berlin as HRB 12345; VAT DE123456789',
  SUPPORT_MAIL: 'help@example.eu',
  SOCIAL_URL: 'https://social.example.eu/@restante',
  PROCESSORS: 'Hosting Ltd, Finland: servers; Mailer SA, France: mails',
} as const
