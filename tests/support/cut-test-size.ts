const MIB = 1024 * 1024

/** How many bytes go through the cut lines of tests/faults/resumable-cut.test.ts: tests/real-services/run.sh asks for more. */
export function cutTestSize(): number {
  return Number(process.env.CUT_TEST_MEBIBYTES ?? 64) * MIB
}
