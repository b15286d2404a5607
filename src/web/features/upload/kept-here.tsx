import { HandedFiles } from './handed-files.tsx'
import SentList from './sent-list.tsx'
import { StoppedReminder } from './stopped-reminder.tsx'

type Props = Parameters<typeof HandedFiles>[0] & {
  /** Whether this browser lists what was sent, and whether it remembers uploads that stopped. */
  listed: boolean
  stopped: boolean
}

/** Below the box: what this browser keeps of earlier visits. Files that the app was handed go into the box. */
export default function KeptHere({ listed, stopped, closed, onPick }: Props) {
  return (
    <>
      <HandedFiles closed={closed} onPick={onPick} />
      {listed && <SentList />}
      {stopped && <StoppedReminder />}
    </>
  )
}
