import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleX, RefreshCw } from "lucide-react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { ListRow, QueryList } from "../../ui/query-list.tsx";
import type { SettingField } from "../setting-field.ts";
import { SettingsForm, SettingsForms } from "../settings-form.tsx";
import { describeFinding } from "./health-texts.ts";

const states = {
  ok: { name: text("OK"), icon: CircleCheck, tone: "text-success" },
  warning: { name: text("Warning"), icon: CircleAlert, tone: "text-warning" },
  problem: { name: text("Problem"), icon: CircleX, tone: "text-danger" },
} as const;

/** The checks of `porchlight doctor`, problems first. */
function HealthPage() {
  const { operation } = useConsole().clients.site;
  const health = useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => operation.checkHealth({ signal }),
    staleTime: 60_000,
  });
  const order = ["problem", "warning", "ok"];
  const findings = health.data?.toSorted((left, right) => order.indexOf(left.state) - order.indexOf(right.state));
  const wrong = findings?.filter(({ state }) => state !== "ok").length ?? 0;
  return (
    <Page
      title={text("Health")}
      back={{ to: "/settings", name: text("Settings") }}
      actions={
        <Button isPending={health.isFetching} onPress={() => void health.refetch()}>
          <RefreshCw aria-hidden size={16} />
          {health.isFetching ? text("Checking…") : text("Check again")}
        </Button>
      }
    >
      <p role="status" className="text-muted">
        {findings &&
          text(
            "{n, plural, =0 {Everything is fine.} one {# check needs your attention.} other {# checks need your attention.}}",
            {
              n: wrong,
            },
          )}
      </p>
      <QueryList query={health} items={findings} empty={null}>
        {(finding) => {
          const { name, icon: Icon, tone } = states[finding.state];
          const description = describeFinding(finding);
          return (
            <ListRow key={finding.check + finding.message}>
              <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
                <Icon aria-label={name} size={18} className={`mt-0.5 ${tone}`} />
                <span className="font-medium">{description.name}</span>
                <span className="col-start-2 text-muted">{description.state}</span>
              </p>
            </ListRow>
          );
        }}
      </QueryList>
      <UpdateSettings />
    </Page>
  );
}

const updateFields: readonly SettingField[] = [
  {
    name: "updateCheck",
    label: text("Check for new versions"),
    options: {
      off: { label: text("Never") },
      daily: {
        label: text("Every day"),
        hint: text(
          "The server asks the npm registry. The request contains nothing about your site, but the registry sees the IP address of the server.",
        ),
      },
    },
  },
];

/** Whether the server looks for new versions. */
const UpdateSettings = () => (
  <SettingsForms>
    <SettingsForm
      title={text("Updates")}
      description={text("Home shows when a new version is available, and how to install it.")}
      fields={updateFields}
    />
  </SettingsForms>
);

export { HealthPage as Component };
