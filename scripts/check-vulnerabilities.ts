import { runStep } from "./run-step.ts";

interface AuditReport {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string; range: string }>;
}

/**
 * Fails if a distributed package has a known vulnerability of severity high or critical. If the registry does not
 * respond, it says so and passes, so that checks work offline; with `--required`, as in a release, it fails.
 */
const { output } = await runStep("npm", ["audit", "--omit=dev", "--json", "--fetch-retries=0"]);
const report = parseReport(output);
if (report?.metadata === undefined) {
  console.log("not checked: the registry does not respond to npm audit");
  if (process.argv.includes("--required")) process.exitCode = 1;
} else {
  const severe = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
    ["high", "critical"].includes(severity),
  );
  for (const [name, { severity, range }] of severe) console.log(`${name} ${range}: ${severity}`);
  console.log(`known vulnerabilities: ${report.metadata.vulnerabilities["total"] ?? 0}, severe: ${severe.length}`);
  if (severe.length > 0) process.exitCode = 1;
}

function parseReport(text: string): AuditReport | undefined {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as AuditReport;
  } catch {
    return undefined;
  }
}
