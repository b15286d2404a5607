/** Which field of an account each refusal of its name or address is about. */
export const accountRefusals = {
  INVALID_USERNAME: 'username',
  USERNAME_TAKEN: 'username',
  INVALID_EMAIL: 'email',
  EMAIL_TAKEN: 'email',
} as const
