/** Who is sending, as far as it decides what can be chosen. */
export type Sender = { readonly signedIn: boolean; readonly isPro: boolean }

const guest: Sender = { signedIn: false, isPro: false }

/** The person at this browser. There are no accounts in the web app yet: everybody is a guest. */
export function useSender(): Sender {
  return guest
}
