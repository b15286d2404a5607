/**
 * File requests: how many of one account may be open, days until their deadline at most, lengths of texts in UTF-16 code units,
 * names of a checklist, uploads and types of one, hours in which a visitor may begin to upload.
 */
export const requestLimits = {
  open: 20,
  /** Requests of an account, ended ones included. */
  kept: 1000,
  days: 366,
  title: 100,
  instructions: 2000,
  checklist: 20,
  checklistItem: 100,
  uploads: 10_000,
  types: 40,
  ticketHours: 6,
} as const
