#!/usr/bin/env node
import { clientCommands } from './client-commands.ts'
import { runCommandLine } from './run-command-line.ts'

await runCommandLine({ commands: clientCommands })
