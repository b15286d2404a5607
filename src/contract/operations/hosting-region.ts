/** Value of HOSTING_REGION by which an operator confirms the sentences about Europe. */
export const europeanUnion = 'European Union'

/** The region that sentences name in place of Europe; undefined where they stand as they are. */
export function regionElsewhere(region: string | null): string | undefined {
  return region === null || region === europeanUnion ? undefined : region
}
