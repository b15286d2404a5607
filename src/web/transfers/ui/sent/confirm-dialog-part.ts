import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'

/** The question before something is lost, fetched when it is first asked. */
export const ConfirmDialog = lazyPart(async () => ({
  default: (await import('#web/ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
}))
