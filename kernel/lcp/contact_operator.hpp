// A of contacts between bodies without joints: G M^-1 G^T with M^-1 applied block by block, nothing formed.
#pragma once

#include "kernel/lcp/contact_bodies.hpp"
#include "kernel/lcp/contact_unknowns.hpp"

namespace perpend {

class ContactOperator final : public LcpMatrix {
 public:
  /// Keeps references: both must outlive the use.
  void set(const ContactProblem& problem, const ContactUnknowns& unknowns);

  [[nodiscard]] int size() const override { return unknowns_->size(); }
  void multiply(const GrowingVector& z, GrowingVector& out) override;
  [[nodiscard]] double diagonal(int i) const override;
  [[nodiscard]] const GrowingVector& term_sizes(const GrowingVector& z) override;
  void start_sweeps(const GrowingVector& z) override;
  [[nodiscard]] double product(int i) const override { return product(i, z_, v_); }
  void change(int j, double amount) override;
  [[nodiscard]] const SparseRows& sparse() override;
  [[nodiscard]] const LcpBodies* bodies() override;

  /// Trace of N M^-1 N^T over the contacts, divided by their number: 1/mass of the scaling.
  [[nodiscard]] double mean_inverse_mass() const;

 private:
  using Block = std::array<std::array<double, 3>, 3>;

  [[nodiscard]] double rate(const LcpUnknown& unknown, const GrowingVector& v) const;
  void add_impulse(const LcpUnknown& unknown, double amount, GrowingVector& v) const;
  [[nodiscard]] double rate_size(const LcpUnknown& unknown, const GrowingVector& v) const;
  [[nodiscard]] double structure(int i, const GrowingVector& z) const;
  [[nodiscard]] double structure_size(int i, const GrowingVector& z) const;
  [[nodiscard]] double product(int i, const GrowingVector& z, const GrowingVector& v) const;
  void velocity_of(const GrowingVector& z, GrowingVector& v) const;
  void velocity_sizes(const GrowingVector& z, GrowingVector& v) const;
  void respond(const MassMatrix& mass);
  void collect_neighbours();
  [[nodiscard]] Block coupling(int c, int d) const;
  void append_rows(int c);
  [[nodiscard]] std::size_t most_entries() const;

  const ContactRows* rows_ = nullptr;
  const ContactUnknowns* unknowns_ = nullptr;
  const MassMatrix* mass_ = nullptr;
  std::vector<double> response_;  // M^-1 of each block of values, transposed in the same layout
  std::vector<Matrix3> inverse_inertia_;
  std::vector<Block> own_;          // coupling of each contact with itself
  std::vector<int> first_unknown_;  // of each contact; one more at the end
  GrowingVector z_;                 // of the sweeps
  GrowingVector v_;                 // M^-1 G^T z of the sweeps
  GrowingVector velocity_;          // the same of a product
  GrowingVector sizes_;
  // Contacts that share a body with each contact, itself among them, in order.
  std::vector<int> first_neighbour_;
  std::vector<int> neighbour_;
  std::vector<int> first_at_column_;
  std::vector<int> at_column_;
  std::vector<Block> blocks_;  // of one contact with its neighbours
  SparseRows sparse_;
  bool is_assembled_ = false;
  ContactBodies contact_bodies_;
  const LcpBodies* bodies_ = nullptr;
  bool are_bodies_written_ = false;
};

}  // namespace perpend
