import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from "react-aria-components";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { controlHeight } from "../ui/button.tsx";
import { useDebouncedValue } from "../ui/use-debounced-value.ts";
import { findPages, type SearchResult, searchConsole } from "./search-console.ts";

/** Before a search of the server, after the last key. */
const typingDelayMs = 200;

/** Searches pages, posts, members, collections and forms, and opens the one that is chosen. */
export default function CommandPalette({ onClose }: { onClose(): void }) {
  const { site, loadPageModules } = useConsole().clients;
  const { role } = useStaffAccount();
  const [typed, setTyped] = useState("");
  const words = useDebouncedValue(typed.trim(), typingDelayMs);
  const found = useQuery({
    queryKey: ["palette", role, words],
    queryFn: async ({ signal }) => {
      await loadPageModules();
      return searchConsole(site, role, words, signal);
    },
    enabled: words.length >= 2,
    placeholderData: (previous) => (words.length >= 2 ? previous : undefined),
  });
  const groups = [{ name: text("Pages"), entries: findPages(role, typed) }, ...(found.data ?? [])].filter(
    ({ entries }) => entries.length > 0,
  );
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fixed inset-0 z-40 grid items-start bg-black/40 p-2 sm:p-[12vh_1rem]"
    >
      <Modal className="mx-auto w-full max-w-xl overflow-hidden rounded-xl border border-line bg-surface shadow-float">
        <Dialog aria-label={text("Search")} className="outline-none">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField aria-label={text("Search")} autoFocus className="relative border-b border-line">
              <Search aria-hidden size={18} className="absolute start-4 top-1/2 -translate-y-1/2 text-muted" />
              <Input
                placeholder={text("Search pages, posts, members, collections and forms")}
                className="w-full bg-transparent py-4 ps-12 pe-4 text-base outline-none"
              />
            </TextField>
            <Menu
              aria-label={text("Results")}
              renderEmptyState={() => (
                <p role={found.isError ? "alert" : undefined} className="p-4 text-muted">
                  {found.isFetching
                    ? text("Searching…")
                    : found.isError
                      ? text("The search failed. Check what you typed, or try again in a moment.")
                      : text("No results")}
                </p>
              )}
              onAction={onClose}
              className="max-h-[60vh] overflow-auto p-2 outline-none"
            >
              {groups.map(({ name, entries }) => (
                <MenuSection key={name} id={name}>
                  <Header className="px-3 pt-2 pb-1 text-xs font-medium text-muted">{name}</Header>
                  {entries.map((entry) => (
                    <Entry key={entry.path} entry={entry} />
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const Entry = ({ entry: { path, name, hint } }: { entry: SearchResult }) => (
  <MenuItem
    id={path}
    href={path}
    textValue={name}
    className={`${controlHeight} flex cursor-pointer items-center justify-between gap-3 rounded-md px-3 outline-none data-[focused]:bg-accent-soft data-[focused]:text-accent`}
  >
    <span className="min-w-0 truncate">{name}</span>
    {hint && <span className="max-w-48 truncate text-muted">{hint}</span>}
  </MenuItem>
);
