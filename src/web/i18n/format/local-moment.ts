/** As inputs of the type datetime-local have it: without a zone, to the minute. `time` in ms since 1970. */
export function localMoment(time: number): string {
  const date = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
