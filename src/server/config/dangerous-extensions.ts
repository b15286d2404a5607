/**
 * File name extensions that are refused unless BLOCKED_TYPES says otherwise: what a system runs, installs or obeys when
 * a person opens it with a double click. docs/file-types.md says what is left out, and why.
 */
const groups = [
  // Programs, and what they load. Some also stand for programs known by their bytes; see program-type.ts.
  'exe com scr pif cpl dll ocx sys xll gadget elf run appimage app',
  // Installers: they run what they bring, often with the rights of an administrator.
  'msi msp mst msu msix msixbundle appx appxbundle appinstaller application pkg mpkg deb rpm snap flatpakref apk',
  // Scripts that a system runs instead of showing them.
  'bat cmd vbs vbe jse wsf wsh wsc sct hta ps1 psm1 psd1 psc1 msc chm sh command tool scpt terminal',
  // Shortcuts: they open something else, which may be a program on another machine.
  'lnk url website scf appref-ms library-ms search-ms desktop inetloc fileloc',
  // Settings that change what a device does or trusts.
  'reg inf settingcontent-ms diagcab mobileconfig',
  // Java runs these.
  'jar jnlp class',
]

export const dangerousExtensions: readonly string[] = groups.flatMap((group) => group.split(' '))
