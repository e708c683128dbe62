import type { Category } from "@porchlight/client/blog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useCategories } from "../list/use-post-list.ts";
import {
  DeleteTermDialog,
  MergeTermDialog,
  TermDialog,
  TermPageFields,
  type TermValues,
  termPageOf,
} from "./term-dialogs.tsx";
import { type TermAction, TermList } from "./term-list.tsx";

type ListedCategory = NonNullable<ReturnType<typeof useCategories>["data"]>[number];
type Open = { action: TermAction | "new"; category?: ListedCategory };

/** The categories of posts, in the order of the site. */
function CategoriesPage() {
  const { categories } = useConsole().clients.site;
  const queries = useQueryClient();
  const list = useCategories();
  const [open, setOpen] = useState<Open>();
  const all = list.data ?? [];
  const close = () => setOpen(undefined);
  const refresh = async () => {
    close();
    await queries.invalidateQueries({ queryKey: ["categories"] });
  };
  const move = useMutation({
    async mutationFn({ id, step }: { id: string; step: -1 | 1 }) {
      const order = all.map(({ _id }) => _id);
      const from = order.indexOf(id);
      order.splice(from, 1);
      order.splice(from + step, 0, id);
      for (const [displayPosition, _id] of order.entries())
        if (all[displayPosition]?._id !== _id) await categories.updateCategory(_id, { displayPosition });
    },
    onSuccess: () => showToast(text("Order saved")),
    onSettled: refresh,
  });
  const category = open?.category;
  return (
    <Page
      title={text("Categories")}
      back={{ to: "/posts", name: text("Posts") }}
      actions={
        <Button kind="primary" onPress={() => setOpen({ action: "new" })}>
          {text("New category")}
        </Button>
      }
    >
      {list.isError && <ErrorMessage error={list.error} />}
      {move.isError && <ErrorMessage error={move.error} />}
      {list.isSuccess && all.length === 0 && (
        <EmptyState>
          <p>{text("Categories group posts by topic.")}</p>
          <Button onPress={() => setOpen({ action: "new" })}>{text("New category")}</Button>
        </EmptyState>
      )}
      <TermList
        label={text("Categories")}
        filter="category"
        terms={all.map(({ _id, label, slug, postCount }) => ({
          id: _id,
          label,
          slug: slug ?? "",
          count: postCount ?? 0,
        }))}
        onAction={(id, action) => setOpen({ action, ...findCategory(all, id) })}
        onMove={(id, step) => move.mutate({ id, step })}
      />
      {(open?.action === "new" || (open?.action === "edit" && category)) && (
        <CategoryDialog category={category} onClose={close} onDone={() => void refresh()} />
      )}
      {open?.action === "merge" && category && (
        <MergeTermDialog
          label={category.label}
          others={all.flatMap(({ _id, label, language }) =>
            _id === category._id || language !== category.language ? [] : [{ id: _id, label }],
          )}
          merge={(target) => categories.mergeCategory(category._id, target)}
          onClose={close}
          onDone={() => void refresh()}
        />
      )}
      {open?.action === "delete" && category && (
        <DeleteTermDialog
          label={category.label}
          count={category.postCount ?? 0}
          remove={() => categories.deleteCategory(category._id)}
          onClose={close}
          onDone={() => void refresh()}
        />
      )}
    </Page>
  );
}

function findCategory(all: readonly ListedCategory[], id: string): { category?: ListedCategory } {
  const category = all.find(({ _id }) => _id === id);
  return category ? { category } : {};
}

interface CategoryDialogProps {
  /** Absent: a new one. */
  category: ListedCategory | undefined;
  onClose(): void;
  onDone(): void;
}

function CategoryDialog({ category, onClose, onDone }: CategoryDialogProps) {
  const { categories } = useConsole().clients.site;
  const [page, setPage] = useState(termPageOf(category));
  const save = async ({ label, slug }: TermValues): Promise<Category> => {
    const values = { ...page, label, slug: slug || null };
    return category ? categories.updateCategory(category._id, values) : categories.createCategory(values);
  };
  return (
    <TermDialog
      title={category ? text("Edit category") : text("New category")}
      initial={{ label: category?.label ?? "", slug: category?.slug ?? "" }}
      maxLength={35}
      save={save}
      onClose={onClose}
      onDone={onDone}
    >
      <TermPageFields value={page} onChange={setPage} />
    </TermDialog>
  );
}

export { CategoriesPage as Component };
