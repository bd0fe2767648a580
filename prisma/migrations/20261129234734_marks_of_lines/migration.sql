-- AlterTable
ALTER TABLE "comments" ADD COLUMN "line_marks" TEXT;
