import { isPorchlightError } from "@porchlight/client";
import type { SiteRedirect } from "@porchlight/client/site";
import type { RedirectRule } from "@porchlight/contract/site/redirects/site-redirect";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChoice } from "../../ui/choices.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { violationsOf } from "../../ui/errors/error-text.ts";
import { TextField } from "../../ui/fields.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";

/** What to do about a rejected value of a redirect, by its rule. */
export const ruleTexts: Readonly<Record<RedirectRule, string>> = {
  SOURCE_PATH: text(
    "Enter an address of this site, such as /old-address. Addresses of the server and the console cannot redirect.",
  ),
  SOURCE_IN_USE: text(
    "There is a page at this address, so a redirect would never be used. Move or delete the page first.",
  ),
  SOURCE_TWICE: text("There is already a redirect from this address. Change that one."),
  TARGET: text("Enter an address of this site, such as /about, or one that starts with https://."),
  LOOP: text("This would lead back to the old address. Choose another target."),
  CHAIN: text("More than 10 redirects would follow one another. Enter the final address."),
};

type Field = "source" | "target";

/** The rejected field of a redirect with what to do about it, if the server rejected one. */
function problemOf(error: unknown): { field: Field; words: string } | undefined {
  if (!isPorchlightError(error)) return undefined;
  const [found] = violationsOf(error);
  const field = found?.field.endsWith("source") ? "source" : "target";
  const words = Object.entries(ruleTexts).find(([rule]) => rule === found?.data?.type)?.[1];
  return words === undefined ? undefined : { field, words };
}

/** Adds a redirect, or changes one. */
export function RedirectDialog({ redirect, onClose }: { redirect: SiteRedirect | undefined; onClose(): void }) {
  const { siteRedirects } = useConsole().clients.site;
  const cache = useQueryClient();
  const [source, setSource] = useState(redirect?.source ?? "");
  const [target, setTarget] = useState(redirect?.target ?? "");
  const [status, setStatus] = useState<"301" | "302">(redirect?.status === 302 ? "302" : "301");
  const [missing, setMissing] = useState<Field>();
  const save = useMutation({
    mutationFn: () => {
      const values = { source, target, status: status === "302" ? (302 as const) : (301 as const) };
      return redirect
        ? siteRedirects.updateSiteRedirect(redirect._id, values)
        : siteRedirects.createSiteRedirect(values);
    },
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: ["site-redirects"] });
      showToast(redirect ? text("Redirect changed") : text("Redirect added"));
      onClose();
    },
  });
  const problem = problemOf(save.error);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const empty = source.trim() === "" ? "source" : target.trim() === "" ? "target" : undefined;
    setMissing(empty);
    if (empty === undefined) save.mutate();
  }
  const errorOf = (field: Field) =>
    missing === field ? text("Enter an address") : problem?.field === field ? problem.words : undefined;
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setMissing(undefined);
    if (save.isError) save.reset();
  };
  return (
    <Dialog title={redirect ? text("Change redirect") : text("Add redirect")} isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {save.isError && !problem && <ErrorMessage error={save.error} />}
        <TextField
          label={text("Old address")}
          hint={text("Without the domain, such as /old-address.")}
          value={source}
          onChange={change(setSource)}
          error={errorOf("source")}
          autoFocus
          autoComplete="off"
          spellCheck="false"
          maxLength={2000}
        />
        <TextField
          label={text("New address")}
          hint={text("An address of this site, such as /about, or of another one, starting with https://.")}
          value={target}
          onChange={change(setTarget)}
          error={errorOf("target")}
          autoComplete="off"
          spellCheck="false"
          maxLength={2000}
        />
        <RadioChoice<"301" | "302">
          label={text("Kind")}
          options={[
            { id: "301", label: text("Permanent"), hint: text("Search engines list the new address (status 301).") },
            { id: "302", label: text("Temporary"), hint: text("Search engines retain the old address (status 302).") },
          ]}
          value={status}
          onChange={setStatus}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={onClose}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={save.isPending}>
            {redirect ? text("Save") : text("Add redirect")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
