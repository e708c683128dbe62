import { createSecrets, type Secrets } from "../platform/crypto/secrets.ts";
import type { Db } from "../platform/db/database.ts";
import { isMigrated } from "../platform/db/migrate.ts";
import { describeQuota, formatAmount, quotaKinds } from "../platform/db/quotas.ts";
import { checkSigningKeys, KeyRingError, secretKeyOfRow } from "../platform/identity/key-ring.ts";
import { findQuotas, type SiteQuotas } from "../platform/settings/site-quotas-store.ts";
import { findSites, hostOf, type SiteRow } from "../platform/settings/sites-store.ts";
import { type Finding, ok, problem, warning } from "./check-services.ts";

/** Share of a quota from which `doctor` warns. */
const warningShare = 0.9;

/** Secrets of the main site. @param secretKey Secret key of the installation. */
export async function findMainSecrets(db: Db, secretKey: Buffer): Promise<Secrets> {
  const [main] = (await isMigrated(db)) ? await findSites(db) : [];
  return (main && secretsOf(secretKey, main)) ?? createSecrets(secretKey);
}

/** Findings about the additional sites, and about quotas. None for an installation with one site. */
export async function checkSites(db: Db, secretKey: Buffer, mainUrl: string | undefined): Promise<Finding[]> {
  if (!(await isMigrated(db))) return [];
  const sites = await findSites(db, true);
  const served = await findSites(db);
  const quotas = await findQuotas(db);
  const findings: Finding[] = [];
  for (const site of sites) {
    const check = `site ${site.url === null ? site.name : hostOf(site.url)}`;
    const report = (message: string) => findings.push(problem(check, message));
    if (!served.some(({ id }) => id === site.id)) {
      report(`is only partly removed. Run again: porchlight site remove ${site.id} --confirm "${site.name}"`);
      continue;
    }
    findings.push(...checkQuotas(check, quotas.get(site.id)));
    if (site.url === null) continue;
    if (mainUrl !== undefined && hostOf(mainUrl) === hostOf(site.url))
      report(
        "uses the host of PUBLIC_URL, which belongs to the main site. Move one of the two: porchlight site update --url",
      );
    const secrets = secretsOf(secretKey, site);
    if (!secrets || (await checkSigningKeys(db, secrets, site.id)) === "unreadable")
      report("has keys that SECRET_KEY cannot decrypt. Use the key with which it was created.");
  }
  const summary = ok("sites", `${served.length}, each at its own host`);
  return served.length > 1 ? [summary, ...findings] : findings;
}

function secretsOf(secretKey: Buffer, site: SiteRow): Secrets | undefined {
  try {
    return createSecrets(secretKeyOfRow(secretKey, site));
  } catch (error) {
    if (error instanceof KeyRingError) return undefined;
    throw error;
  }
}

const checkQuotas = (check: string, quotas: SiteQuotas = {}): Finding[] =>
  quotaKinds.flatMap((kind) => {
    const quota = quotas[kind];
    if (!quota || quota.used < quota.maximum * warningShare) return [];
    const message = `uses ${formatAmount(kind, quota.used)} of ${describeQuota(kind, quota.maximum)}. To raise the limit: porchlight site update`;
    return [warning(check, message)];
  });
