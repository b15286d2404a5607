/** The version of the terms of service that holds now. */
export const termsVersion = '2.1'
