/** The cookies that an acceptance of the terms is kept in. */
export const acceptanceCookies = {
  accepted: 'terms_accepted',
  version: 'terms_version',
  date: 'terms_accepted_date',
} as const
