import type { StaffAccount } from "@porchlight/client/staff";
import { useReauthentication } from "@porchlight/react";
import { useMutation } from "@tanstack/react-query";
import { findSetting, useSettings } from "../settings/use-settings.ts";
import { text } from "../texts/text.ts";
import { RadioChoice } from "../ui/choices.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";

type Requirement = "optional" | "required";
const name = "staffSecondStep";

/** Whether staff must use a second factor, and who has none. */
export function StaffFactors({ accounts }: { accounts: readonly StaffAccount[] }) {
  const reauthentication = useReauthentication();
  const { query, save } = useSettings();
  const change = useMutation({
    mutationFn: (requirement: Requirement) => reauthentication.run(() => save({ [name]: requirement })),
    onSuccess: () => showToast(text("Saved")),
  });
  const value = query.data && findSetting(query.data, name).value;
  const without = accounts.filter(({ status, hasSecondFactor }) => status === "ACTIVE" && !hasSecondFactor);
  return (
    <Section title={text("Two-factor authentication")}>
      {query.isError && <ErrorMessage error={query.error} />}
      {change.isError && <ErrorMessage error={change.error} />}
      {(value === "optional" || value === "required") && (
        <RadioChoice<Requirement>
          label={text("Second factor for staff")}
          options={[
            { id: "optional", label: text("Optional"), hint: text("Staff may add a second factor.") },
            { id: "required", label: text("Required"), hint: text("Staff without a factor get a code by email.") },
          ]}
          value={change.isPending ? change.variables : value}
          onChange={(demand) => change.mutate(demand)}
        />
      )}
      <p className="text-muted">
        {without.length === 0
          ? text("Everyone has set up a second factor or a passkey.")
          : text("{n, plural, one {# person has} other {# people have}} not set up a factor yet: {names}.", {
              n: without.length,
              names: without.map((account) => account.name || account.email).join(", "),
            })}
      </p>
      <ConfirmIdentity reauthentication={reauthentication} />
    </Section>
  );
}
