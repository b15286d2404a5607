import SentList from './sent-list.tsx'
import { StoppedReminder } from './stopped-reminder.tsx'

type Props = {
  /** Whether this browser lists what was sent, and whether it remembers uploads that stopped. */
  listed: boolean
  stopped: boolean
}

/** Below the box: what this browser keeps of earlier visits. */
export default function KeptHere({ listed, stopped }: Props) {
  return (
    <>
      {listed && <SentList />}
      {stopped && <StoppedReminder />}
    </>
  )
}
