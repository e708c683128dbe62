import type { CollectionPermissionLevels, PermissionLevel } from "@porchlight/client/data";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { UnsavedGuard } from "../ui/dialog.tsx";
import { ErrorMessage, Section, SuccessMessage } from "../ui/section.tsx";
import { audiences, isAllowed, levelNames, operations } from "./permission-levels.ts";
import { useCollection } from "./use-collections.ts";

type Levels = Pick<CollectionPermissionLevels, (typeof operations)[number]["level"]>;

/** Who may read, add, change and delete the items of a collection. */
function AccessPage() {
  const { _id: id } = useCollection();
  const { dataPermissions } = useConsole().clients.site;
  const queries = useQueryClient();
  const [changed, setChanged] = useState<Partial<Levels>>({});
  const stored = useQuery({
    queryKey: ["collections", "permissions", id],
    queryFn: ({ signal }) => dataPermissions.getPermissions(id, { signal }),
  });
  const save = useMutation({
    mutationFn: () => dataPermissions.updatePermissions(id, changed),
    onSuccess: (response) => {
      queries.setQueryData(["collections", "permissions", id], response);
      setChanged({});
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["collections"] }),
  });
  if (stored.isError) return <ErrorMessage error={stored.error} />;
  if (!stored.data) return null;
  const { itemRead, itemInsert, itemUpdate, itemRemove } = stored.data.dataPermissions;
  const levels: Levels = { itemRead, itemInsert, itemUpdate, itemRemove, ...changed };
  const isChanged = Object.keys(changed).length > 0;
  const isOpenToAll = (["itemInsert", "itemUpdate", "itemRemove"] as const).some((name) => levels[name] === "ANYONE");
  return (
    <>
      <UnsavedGuard isDirty={isChanged} />
      <Section title={text("Access")}>
        <p className="max-w-prose text-muted">
          {text("Each choice includes those after it: editors can do everything that members can.")}
        </p>
        <div className="grid gap-4">
          {operations.map(({ level, name }) => (
            <RadioGroup
              key={level}
              aria-label={name}
              value={levels[level]}
              onChange={(value) => {
                save.reset();
                setChanged({ ...changed, [level]: value as PermissionLevel });
              }}
              className="grid gap-2 border-line not-first:border-t not-first:pt-4"
            >
              <p aria-hidden className="font-medium">
                {name}
              </p>
              <div className="grid gap-2 sm:grid-cols-5">
                {levelNames.map(({ id: value, label, hint }) => (
                  <Radio
                    key={value}
                    value={value}
                    className="grid cursor-pointer content-start rounded-lg border border-line p-3 data-[focus-visible]:outline-2 data-[selected]:border-accent data-[selected]:bg-accent-soft"
                  >
                    <span className="font-medium">{label}</span>
                    <span className="text-xs text-muted">{hint}</span>
                  </Radio>
                ))}
              </div>
            </RadioGroup>
          ))}
        </div>
        {isOpenToAll && (
          <p role="status" className="rounded-md bg-warning-soft p-3 text-warning">
            {text("Anyone on the internet could change these items.")}
          </p>
        )}
        {save.isError && <ErrorMessage error={save.error} />}
        {save.isSuccess && !isChanged && (
          <SuccessMessage>{text("Saved. The access applies from now on.")}</SuccessMessage>
        )}
        <div className="flex gap-2">
          <Button kind="primary" isDisabled={!isChanged} isPending={save.isPending} onPress={() => save.mutate()}>
            {text("Save access")}
          </Button>
          {isChanged && <Button onPress={() => setChanged({})}>{text("Discard changes")}</Button>}
        </div>
      </Section>
      <Section title={text("What each person can do")}>
        <table className="w-full text-start max-sm:text-xs">
          <thead className="text-muted [&_th]:p-1 [&_th]:text-start sm:[&_th]:p-2 [&_th]:font-medium">
            <tr>
              <td />
              {operations.map(({ level, name }) => (
                <th key={level} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {audiences.map((audience) => (
              <tr key={audience.id} className="border-t border-line [&_td]:p-1 sm:[&_td]:p-2 [&_th]:p-1 sm:[&_th]:p-2">
                <th scope="row" className="text-start font-medium">
                  {audience.name}
                </th>
                {operations.map(({ level }) => (
                  <td key={level}>
                    {isAllowed(levels, audience, level) ? (
                      <span className="inline-flex items-center gap-1 text-success">
                        <Check aria-hidden size={16} className="max-sm:hidden" />
                        {text("Yes")}
                      </span>
                    ) : (
                      <span className="inline-flex items-center gap-1 text-muted">
                        <Minus aria-hidden size={16} className="max-sm:hidden" />
                        {text("No")}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="max-w-prose text-muted">
          {text("Changing and deleting an item requires the right to read it. Owners can do everything.")}
        </p>
        {stored.data.dataPermissions.specialPermissions.length > 0 && (
          <p>
            {text(
              "{n, plural, one {# member has} other {# members have}} more rights than listed here, set by a program.",
              { n: stored.data.dataPermissions.specialPermissions.length },
            )}
          </p>
        )}
      </Section>
    </>
  );
}

export { AccessPage as Component };
